{
  "name": "contracts-{{service}}",
  "$schema": "../../../node_modules/nx/schemas/project-schema.json",
  "sourceRoot": "libs/contracts/{{service}}/src",
  "tags": ["type:contract", "scope:{{service}}", "contract:{{service}}"],
  "targets": { "build": {}, "test": {}, "lint": {} }
}
