import { Type } from '@sinclair/typebox'

/** Builds the page query of a list: the token of the page before and the size of a page. Part 8. */
export const pageQuery = ({ size, max }: { size: number; max: number }) => ({
  pageToken,
  pageSize: Type.Integer({
    minimum: 1,
    maximum: max,
    default: size,
    description: 'Maximum number of items in the response.',
  }),
})

/** Token of the page before, for lists whose page size is fixed. G-50 */
export const pageToken = Type.Optional(
  Type.String({
    description:
      'nextPageToken of the previous response; valid for 24 hours and for the same filters.',
  }),
)

/** Member of a list response besides its items; absent on the last page. */
export const nextPage = {
  nextPageToken: Type.Optional(
    Type.String({ description: 'Present when more items follow: send it as pageToken.' }),
  ),
}
