"""`python -m divan`, which is how the services are started."""

from divan.main import main

main()
