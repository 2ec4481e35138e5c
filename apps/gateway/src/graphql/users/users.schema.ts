/** The caller. Earshot has API keys in place of users, and neither teams nor roles. */
export const usersSchema = /* GraphQL */ `
  type User {
    "Id of the API key; all zeros for EARSHOT_ADMIN_KEY."
    id: UUID!
    "An address made of the id, which receives nothing: keys have none."
    email: String!
    "Name of the API key."
    name: String!
    createdAt: Timestamp!
    "Always empty."
    teams: [TeamMember!]!
  }

  type TeamMember {
    team: Team!
    role: Role!
  }

  type Team {
    id: UUID!
    key: String!
    name: String!
    createdAt: Timestamp!
  }

  type Role {
    id: UUID!
    key: String!
    name: String!
    createdAt: Timestamp!
    permissions: [String!]!
  }
`;
