import { CreateInboxAndOutbox1763000000000 } from './1763000000000-CreateInboxAndOutbox.js';
import { CreateEventPositions1763100000000 } from './1763100000000-CreateEventPositions.js';
import { LeaveRoomInInbox1763200000000 } from './1763200000000-LeaveRoomInInbox.js';

/** Tables that every service has besides its own. */
export const persistenceMigrations = [
  CreateInboxAndOutbox1763000000000,
  CreateEventPositions1763100000000,
  LeaveRoomInInbox1763200000000,
];
