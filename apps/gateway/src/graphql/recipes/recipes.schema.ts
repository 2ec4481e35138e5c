/** Recipes: programs that Earshot stores and does not run. */
export const recipesSchema = /* GraphQL */ `
  extend type Query {
    "The recipes of the project, and those of all projects."
    customRecipes(project: IdOrKey!, filter: CustomRecipeFilterInput!): [CustomRecipe!]!
    customRecipe(idOrKey: IdOrKey!, project: IdOrKey!): CustomRecipe
  }

  extend type Mutation {
    "Stores a zip, or a Python file, which is put into a zip."
    createCustomRecipe(project: IdOrKey!, input: CreateRecipeInput!, file: Upload!): CustomRecipe!
    deleteCustomRecipe(project: IdOrKey!, id: IdOrKey!): Boolean!
  }

  type CustomRecipe {
    id: UUID!
    "A slash of the name that the client chose is a dot."
    key: String!
    name: String!
    "Always null: download the zip."
    content: String
    "SHA-256 of the zip."
    contentHash: String!
    "Always false: recipes cannot be updated."
    editable: Boolean!
    "Whether all projects have it."
    global: Boolean!
    builtin: Boolean!
    "Any object: Earshot does not read programs."
    inputSchema: JSON!
    "Any object: Earshot does not read programs."
    jsonSchema: JSON!
    "Always empty: recipes have no description."
    description: String!
    "Always empty: recipes have no labels."
    labels: [Label!]!
    createdAt: Timestamp!
    updatedAt: Timestamp
    createdBy: User
  }

  input CreateRecipeInput {
    name: String!
    "Default: derived from the name."
    key: String
    "Ignored, and named in the header x-earshot-dropped."
    description: String
    "Ignored, and named in the header x-earshot-dropped."
    labels: [LabelInput!]
    "Path of the main file in the zip. Default: main.py, or the Python file."
    entrypoint: String
    "Ignored, and named in the header x-earshot-dropped."
    configEntrypoint: String
  }

  input LabelFilter {
    key: String!
    value: [String!]
  }

  input CustomRecipeFilterInput {
    "Nothing matches a label: recipes have none."
    labels: [LabelFilter!]
  }
`;
