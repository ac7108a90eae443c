"""The commands of the command line, one module each."""


class Failed(Exception):
    """A command cannot do what it was asked to; the text says why to whoever typed it."""
