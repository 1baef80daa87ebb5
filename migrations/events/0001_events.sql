-- The event store. Append only; no primary key, unique constraint or index anywhere (an ART index
-- lives in memory and has failed others under load). Ids are numbers given in ascending order by the
-- writer, so they pack into a few bits; source_id names a website, link or pixel (table event_source
-- of the entity database). Instants are epoch milliseconds UTC; bucket starts are computed outside.

-- One row per page view (1), custom event (2), link hit (3), pixel hit (4), performance (5).
-- A row repeats its session's attributes as of the session's first hit, so that reading needs no join.
-- A visit is (session_id, visit_hour); visit_hour is the visit's first hour, hours since the epoch.
create table event (
  event_id bigint not null,
  source_id integer not null,
  session_id bigint not null,
  visit_hour integer not null,
  created_at bigint not null,
  event_type tinyint not null,
  event_name varchar,
  url_path varchar not null,
  url_query varchar,
  hostname varchar,
  page_title varchar,
  tag varchar,
  referrer_domain varchar,
  referrer_path varchar,
  referrer_query varchar,
  utm_source varchar,
  utm_medium varchar,
  utm_campaign varchar,
  utm_content varchar,
  utm_term varchar,
  gclid varchar,
  fbclid varchar,
  msclkid varchar,
  ttclid varchar,
  li_fat_id varchar,
  twclid varchar,
  lcp double,
  inp double,
  cls double,
  fcp double,
  ttfb double,
  browser varchar,
  os varchar,
  device varchar,
  screen varchar,
  language varchar,
  country varchar,
  region varchar,
  city varchar,
  distinct_id varchar,
  -- For page views (types 1, 3, 4): when the same session was last seen before, the same visit, the
  -- one before that, the same session on the same path and title; null where this row is the first.
  -- So a visitor of any range is found without hashing: at the row whose predecessor lies before it.
  previous_at bigint,
  visit_previous_at bigint,
  visit_second_at bigint,
  -- Whole epoch seconds from visit_previous_at to created_at; -1 where there is none, because a column
  -- without nulls is read in a third of the time.
  visit_gap integer not null default -1,
  path_previous_at bigint,
  title_previous_at bigint
);

-- One row per session: its public UUID and the attributes of its first hit.
create table session (
  session_id bigint not null,
  source_id integer not null,
  uuid uuid not null,
  created_at bigint not null,
  browser varchar,
  os varchar,
  device varchar,
  screen varchar,
  language varchar,
  country varchar,
  region varchar,
  city varchar,
  distinct_id varchar
);

-- Properties of events. data_type: 1 string, 2 number, 3 date, 4 boolean, 5 array.
create table event_data (
  event_id bigint not null,
  source_id integer not null,
  session_id bigint not null,
  created_at bigint not null,
  event_name varchar,
  data_key varchar not null,
  data_type tinyint not null,
  string_value varchar,
  number_value double,
  date_value bigint
);

-- Properties of sessions, every value ever sent; the highest written_id of (session_id, data_key) is
-- the live one.
create table session_data (
  written_id bigint not null,
  source_id integer not null,
  session_id bigint not null,
  created_at bigint not null,
  distinct_id varchar,
  data_key varchar not null,
  data_type tinyint not null,
  string_value varchar,
  number_value double,
  date_value bigint
);

create table revenue (
  event_id bigint not null,
  source_id integer not null,
  session_id bigint not null,
  created_at bigint not null,
  event_name varchar not null,
  currency varchar not null,
  revenue decimal(19, 4) not null
);
