"""What `divan bench` measures, each in a module of its own."""
