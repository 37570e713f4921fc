"""Backups of a running installation, and what is made of them: `divan backup`, `divan restore`."""
