"""The 256 words that codes for another device are made of: short, plain, unlike each other, in every language
the same."""

WORDS = tuple(
    """
acorn actor agent album amber anchor angle ankle apple apron arrow atlas attic autumn award bacon
badge bagel baker bamboo banjo barn basil basket beach beaver beetle berry bishop bison blanket bottle branch
bread bridge broom bucket butter button cabin cactus camel camera candle canoe carpet carrot castle cedar
cello cherry chimney circus clay cliff clock cloud clover cobra coffee comet copper coral cotton cousin
crab cradle crayon cricket crown cruise curtain daisy dancer desert diary dinner doctor dolphin donkey dragon
drum eagle echo editor elbow elephant empire engine envelope fabric falcon farmer feather fiddle finger
flame flute forest fossil fountain fox galaxy garden garlic geese giant ginger giraffe glacier goblet guitar
hammer harbor harvest hazel helmet hero honey hotel hunter iceberg igloo island ivory jacket jaguar jelly
jewel jungle kettle kitten koala ladder lagoon lantern lawyer lemon leopard library lizard lobster locket
lunch magnet mango maple marble market meadow melon mirror monkey mosaic motor muffin museum napkin nectar
needle nephew nickel noodle nurse oasis ocean olive onion orange orchid otter oyster paddle palace panda
paper parrot pastry peanut pebble pelican pencil pepper piano pickle pigeon pillow pilot pirate planet pocket
poet pony potato prince puppet puzzle python quartz queen quilt rabbit raccoon radio raisin raven ribbon river
robot rocket salad salmon sandal saturn sauce scarf school shadow silver singer skate sled snail spider
spoon squid stable statue summer sunset swan table teapot temple thunder tiger tomato tractor trumpet tulip
tunnel turtle uncle valley velvet violin volcano wagon walnut walrus whale window winter wizard yogurt zebra
""".split()  # noqa: SIM905 - quoted, the list would be three times as long
)
