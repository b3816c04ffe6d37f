-- Run by the image's entry point in the database it makes; template1 gives it to databases made later.
CREATE EXTENSION factcheck SCHEMA public CASCADE;
\connect template1
CREATE EXTENSION factcheck SCHEMA public CASCADE;
