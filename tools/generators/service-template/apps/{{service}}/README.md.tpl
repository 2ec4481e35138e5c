# {{Service}}

Stores the {{entitiesWords}} of projects in the schema `{{schema}}`.

| message                            | way | does                                                    |
| ---------------------------------- | --- | ------------------------------------------------------- |
| `create-{{entity}}.v1`   | in  | creates a {{entityWords}}                               |
| `list-{{entities}}.v1`   | in  | lists the {{entitiesWords}} of a project, page by page  |

The pattern of the code, also for updates, audit entries and published state:
[architecture](../../docs/architecture.md#the-pattern).

Schemas: [libs/contracts/{{service}}](../../libs/contracts/{{service}}). Health and metrics: `/livez`,
`/readyz` and `/metrics` on `EARSHOT_HEALTH_PORT`.

## Settings

<!-- settings: written by npm run config-docs -->
<!-- /settings -->
