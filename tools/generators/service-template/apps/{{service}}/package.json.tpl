{
  "name": "@earshot/{{service}}",
  "version": "0.1.0",
  "private": true,
  "type": "module",
  "dependencies": {
    "@earshot/contracts-core": "*",
    "@earshot/contracts-{{service}}": "*",
    "@earshot/errors": "*",
    "@earshot/messaging": "*",
    "@earshot/persistence": "*",
    "@earshot/service-kit": "*",
    "@nestjs/common": "{{version:@nestjs/common}}",
    "@nestjs/core": "{{version:@nestjs/core}}",
    "@nestjs/microservices": "{{version:@nestjs/microservices}}",
    "pg": "{{version:pg}}",
    "reflect-metadata": "{{version:reflect-metadata}}",
    "rxjs": "{{version:rxjs}}",
    "typeorm": "{{version:typeorm}}",
    "zod": "{{version:zod}}"
  }
}
