{
  "name": "@earshot/contracts-{{service}}",
  "version": "0.1.0",
  "private": true,
  "type": "module",
  "exports": {
    ".": {
      "earshot-source": "./src/index.ts",
      "types": "./src/index.ts",
      "default": "./dist/index.js"
    }
  },
  "dependencies": {
    "@earshot/contracts-core": "*",
    "zod": "{{version:zod}}"
  }
}
