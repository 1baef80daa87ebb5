-- Entities. Instants are epoch milliseconds UTC; ids are lower-case UUIDs; parameters are JSON text;
-- search_text is what lists are searched by, folded (see src/db/sqlite/fold.ts).

create table user (
  id text primary key,
  username text not null unique,
  password_hash text not null,
  role text not null check (role in ('admin', 'user', 'view-only')),
  logo_url text,
  display_name text,
  search_text text not null,
  -- Part of every login token: raising it ends all of the user's tokens.
  token_version integer not null,
  created_at integer not null,
  updated_at integer
) strict;

-- Login tokens that were logged out, kept until they would have expired anyway.
create table revoked_token (
  id text primary key,
  expires_at integer not null
) strict;

create table team (
  id text primary key,
  name text not null,
  access_code text unique,
  logo_url text,
  search_text text not null,
  created_at integer not null,
  updated_at integer not null
) strict;

create table team_user (
  id text primary key,
  team_id text not null references team (id) on delete cascade,
  user_id text not null references user (id) on delete cascade,
  role text not null check (role in ('team-owner', 'team-manager', 'team-member', 'team-view-only')),
  created_at integer not null,
  updated_at integer not null,
  unique (team_id, user_id)
) strict;
create index team_user_of_user on team_user (user_id);

-- The number under which the event store knows a website, link or pixel. Reset and deletion retire
-- the number at once, which hides its events; a job then erases them and removes the row. Numbers
-- are never used again (autoincrement).
create table event_source (
  number integer primary key autoincrement,
  entity_id text not null,
  kind text not null check (kind in ('website', 'link', 'pixel')),
  retired_at integer
) strict;
create unique index event_source_live on event_source (entity_id) where retired_at is null;

create table website (
  id text primary key,
  name text not null,
  domain text,
  reset_at integer,
  user_id text references user (id),
  team_id text references team (id),
  created_by text references user (id) on delete set null,
  replay_config text,
  search_text text not null,
  created_at integer not null,
  updated_at integer not null,
  check ((user_id is null) <> (team_id is null))
) strict;
create index website_of_user on website (user_id);
create index website_of_team on website (team_id);

create table link (
  id text primary key,
  name text not null,
  url text not null,
  slug text not null unique,
  user_id text references user (id),
  team_id text references team (id),
  search_text text not null,
  created_at integer not null,
  updated_at integer not null,
  check ((user_id is null) <> (team_id is null))
) strict;
create index link_of_user on link (user_id);
create index link_of_team on link (team_id);

create table pixel (
  id text primary key,
  name text not null,
  slug text not null unique,
  user_id text references user (id),
  team_id text references team (id),
  search_text text not null,
  created_at integer not null,
  updated_at integer not null,
  check ((user_id is null) <> (team_id is null))
) strict;
create index pixel_of_user on pixel (user_id);
create index pixel_of_team on pixel (team_id);

create table board (
  id text primary key,
  type text not null,
  name text not null,
  description text not null default '',
  parameters text not null default '{}',
  user_id text references user (id),
  team_id text references team (id),
  search_text text not null,
  created_at integer not null,
  updated_at integer not null,
  check ((user_id is null) <> (team_id is null))
) strict;
create index board_of_user on board (user_id);
create index board_of_team on board (team_id);

-- share_type: 1 website, 2 link, 3 pixel, 4 board.
create table share (
  id text primary key,
  entity_id text not null,
  name text not null,
  share_type integer not null check (share_type between 1 and 4),
  slug text not null unique,
  parameters text not null default '{}',
  created_at integer not null,
  updated_at integer not null
) strict;
create index share_of_entity on share (entity_id);

create table report (
  id text primary key,
  user_id text not null references user (id) on delete cascade,
  website_id text not null references website (id) on delete cascade,
  type text not null,
  name text not null,
  description text not null default '',
  parameters text not null default '{}',
  search_text text not null,
  created_at integer not null,
  updated_at integer not null
) strict;
create index report_of_website on report (website_id);

create table segment (
  id text primary key,
  website_id text not null references website (id) on delete cascade,
  type text not null check (type in ('segment', 'cohort')),
  name text not null,
  parameters text not null default '{}',
  search_text text not null,
  created_at integer not null,
  updated_at integer not null
) strict;
create index segment_of_website on segment (website_id);
