"""The commands of `divan`, one module each."""
