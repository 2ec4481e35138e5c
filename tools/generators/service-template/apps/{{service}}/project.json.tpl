{
  "name": "{{service}}",
  "$schema": "../../node_modules/nx/schemas/project-schema.json",
  "sourceRoot": "apps/{{service}}/src",
  "tags": ["type:app", "scope:{{service}}"],
  "targets": { "build": {}, "bundle": {}, "test": {}, "lint": {} }
}
