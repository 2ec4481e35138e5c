# {{Service}}

Stores the {{entitiesWords}} of projects in the schema `{{schema}}`.

| message                            | way | meaning                                                 |
| ---------------------------------- | --- | ------------------------------------------------------- |
| `create-{{entity}}.v1`   | in  | creates a {{entityWords}}                               |
| `list-{{entities}}.v1`   | in  | lists the {{entitiesWords}} of a project, page by page  |

Schemas: [libs/contracts/{{service}}](../../libs/contracts/{{service}}). Probes and metrics: `/livez`,
`/readyz`, `/metrics` on `EARSHOT_HEALTH_PORT`.

## Settings

<!-- settings: written by npm run config-docs -->
<!-- /settings -->
