/** The contents of the tabs, fetched when the table itself is drawn. */
export { handTab } from "./hand.js";
export { oddsTab } from "./odds.js";
export { postedTab } from "./posted.js";
export { resultTab } from "./result.js";
