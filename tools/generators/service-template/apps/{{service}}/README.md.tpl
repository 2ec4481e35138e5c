# {{Service}}

Keeps the {{entitiesWords}} of projects, in the schema `{{schema}}`.

| message                            | way | meaning                                                 |
| ---------------------------------- | --- | ------------------------------------------------------- |
| `create-{{entity}}.v1`   | in  | makes a {{entityWords}}                                 |
| `list-{{entities}}.v1`   | in  | the {{entitiesWords}} of a project, page by page        |

Shapes: [libs/contracts/{{service}}](../../libs/contracts/{{service}}). Health: `/livez`, `/readyz`, `/metrics` on `EARSHOT_HEALTH_PORT`.

## Settings

<!-- settings: written by npm run config-docs -->
<!-- /settings -->
