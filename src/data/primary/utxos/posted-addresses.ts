/** Maximum number of addresses in the body of a request. G-126 */
export const maxPostedAddresses = 1000
