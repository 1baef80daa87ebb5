-- Credentials of programs. The key itself is not stored: key_hash is its SHA-256, key_prefix its
-- beginning, to recognize it by. website_ids is a JSON list; null does not bind the key. A revoked
-- key has no row.
create table api_key (
  id text primary key,
  user_id text not null references user (id) on delete cascade,
  name text not null,
  key_prefix text not null,
  key_hash text not null unique,
  scope text not null check (scope in ('full', 'read-only')),
  website_ids text,
  expires_at integer,
  last_used_at integer,
  created_at integer not null
) strict;
create index api_key_of_user on api_key (user_id);
