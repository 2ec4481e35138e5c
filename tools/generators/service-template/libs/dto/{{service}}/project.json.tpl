{
  "name": "dto-{{service}}",
  "$schema": "../../../node_modules/nx/schemas/project-schema.json",
  "sourceRoot": "libs/dto/{{service}}/src",
  "tags": ["type:dto", "scope:{{service}}", "dto:{{service}}"],
  "targets": { "build": {}, "test": {}, "lint": {} }
}
