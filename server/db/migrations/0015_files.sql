-- The columns of a sheet that the shop does not know, for the operator to match.
alter table import_jobs add column header jsonb;
