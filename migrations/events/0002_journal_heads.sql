-- Nothing changes in this database. The journal beside it has records with a head of their own since
-- this version, which a version before would take for an empty journal: this entry keeps such a version
-- from opening the folder.
select 1;
