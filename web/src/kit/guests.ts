/** Guest cards of the room: whether it gives them out, and with how much. */
import { call } from "./api.js";

let guestCents: Promise<number> | undefined;

/** Return the amount on a guest card of this room, in cents; 0: it gives out none. */
export function guestAmount(): Promise<number> {
  guestCents ??= call("GET /api/room", {}).then((room) => room.guest_cents);
  return guestCents;
}
