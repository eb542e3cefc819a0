/** How many addresses the body of a request may name. G-126 */
export const maxPostedAddresses = 1000
