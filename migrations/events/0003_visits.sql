-- One row per visit that began before the hour of `visit_progress`, made of its rows of `event`;
-- src/visits/select-visits.ts says how. Visits of later hours are still read from their rows. The file
-- of a version before has none of these rows: they are made while the server runs.
create table visit (
  source_id integer not null,
  session_id bigint not null,
  visit_hour integer not null,
  -- Of its page views: first and last instant, null without any; how many; then its custom events.
  started_at bigint,
  ended_at bigint,
  views integer not null,
  events integer not null,
  -- The row it began with: its first page view, or its first row of any kind when it has none.
  start_id bigint not null,
  entry_path varchar,
  exit_path varchar,
  -- Of the row it began with. The referrer's host only when it is a foreign one.
  referrer_domain varchar,
  channel varchar not null,
  utm_source varchar,
  utm_medium varchar,
  utm_campaign varchar,
  utm_content varchar,
  utm_term varchar,
  browser varchar,
  os varchar,
  device varchar,
  screen varchar,
  language varchar,
  country varchar,
  region varchar,
  city varchar
);

-- Of the whole visit of a row, once it is a row of `visit`: seconds from its first to its last page view,
-- -1 when it has a single one.
alter table event add column visit_length integer;

-- One row: hours since the epoch.
create table visit_progress (closed_hour integer not null);
insert into visit_progress values (0);
