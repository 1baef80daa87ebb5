-- Sessions that are to be erased from the event store: noted before it begins, removed when it is done,
-- so that a crash in between loses nothing. Those of a target that is erased itself go with it.

create table session_erasure (
  source_number integer not null references event_source (number) on delete cascade,
  session_id text not null,
  asked_at integer not null,
  primary key (source_number, session_id)
) strict;
