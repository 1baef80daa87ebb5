-- What happened on a day or at an instant, as a note about a website; `at` and `all_day` are as the
-- author gave them. A note outlives the account of its author: it is about the website.

create table annotation (
  id text primary key,
  website_id text not null references website (id) on delete cascade,
  user_id text references user (id) on delete set null,
  at integer not null,
  all_day integer not null check (all_day in (0, 1)),
  note text not null,
  search_text text not null,
  created_at integer not null,
  updated_at integer not null
) strict;
create index annotation_of_website on annotation (website_id, at);
create index annotation_of_user on annotation (user_id);
