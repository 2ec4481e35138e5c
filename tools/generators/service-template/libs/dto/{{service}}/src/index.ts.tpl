export {
  create{{Entity}}Schema,
  {{entityCamel}}Schema,
  type Create{{Entity}},
  type {{Entity}}Response,
} from './{{entity}}.js';
