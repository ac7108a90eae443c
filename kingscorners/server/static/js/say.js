// say
