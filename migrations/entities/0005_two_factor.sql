-- Second factors of log-ins. The secret is encrypted under a key made of the instance's secret. A
-- factor counts once it is confirmed; last_step is the time step of the newest token that was used,
-- so that no token is used twice.
create table two_factor (
  user_id text primary key references user (id) on delete cascade,
  secret text not null,
  confirmed_at integer,
  last_step integer,
  created_at integer not null
) strict;

-- Codes for those who lost their authenticator. A code that was used has no row.
create table backup_code (
  user_id text not null references two_factor (user_id) on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
) strict, without rowid;

-- Who must set up a second factor: everybody, a user, the members of a team.
create table instance_setting (
  name text primary key,
  value text not null
) strict;
alter table user add column two_factor_required integer not null default 0;
alter table team add column two_factor_required integer not null default 0;
