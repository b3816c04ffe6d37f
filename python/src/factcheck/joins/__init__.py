"""Joins between tables: those that are declared, decided or found, and the tables that queries join by them."""
