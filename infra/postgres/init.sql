-- Creates one schema and one role per service with data. Runs at every start, in the database `earshot`: as superuser,
-- or, on managed servers, as its owner with CREATEROLE.
-- A service can access only its own schema. Passwords are session settings, `earshot.<service>_password`. With psql:
-- PGOPTIONS="-c earshot.projects_password=... -c ..." psql -f init.sql

-- No privileges by default.
revoke all on database earshot from public;
revoke all on schema public from public;

do $$
declare
  service text;
  role_name text;
  is_superuser bool := (select rolsuper from pg_roles where rolname = current_user);
begin
  foreach service in array array['projects', 'inference', 'interactions', 'feedback', 'storage'] loop
    role_name := 'earshot_' || service;
    if not exists (select from pg_roles where rolname = role_name) then
      execute format('create role %I login', role_name);
    end if;
    -- 15: a pool of 10 and a migration. Five services stay below max_connections = 100; more processes need more.
    -- Only superusers may say what a role is not; one that somebody else created is none of these.
    execute format('alter role %I with login %s connection limit %s password %L',
      role_name, case when is_superuser then 'nosuperuser nocreatedb nocreaterole' else '' end,
      coalesce(nullif(current_setting('earshot.connection_limit', true), ''), '15')::int,
      current_setting('earshot.' || service || '_password'));
    execute format('grant connect on database earshot to %I', role_name);
    -- To make its schema; superusers may anyway, others only as a member (PostgreSQL 16).
    if not is_superuser then
      execute format('grant %I to current_user', role_name);
    end if;
    execute format('create schema if not exists %I authorization %I', service, role_name);
    execute format('revoke all on schema %I from public', service);
    execute format('alter role %I in database earshot set search_path = %I', role_name, service);
  end loop;
end
$$;
