"""Finished games as Parquet for analysts, and queries that answer questions of them (docs/analytics.md)."""
