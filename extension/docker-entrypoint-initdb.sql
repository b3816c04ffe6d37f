-- Run once by the image's entry point, in the database it makes.
CREATE EXTENSION factcheck SCHEMA public CASCADE;
