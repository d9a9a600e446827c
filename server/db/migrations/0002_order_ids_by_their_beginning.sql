-- Operators name orders by the beginning of their ids. In a database of any language's sorting that is a stretch of the
-- index only where ids are sorted by their bytes.
alter table orders alter column id type text collate "C";
