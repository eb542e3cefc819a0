import type { FastifyReply } from 'fastify'
import type { Pieces } from './kept-answers.ts'

export const jsonType = 'application/json; charset=utf-8'

/** The one place where an answer becomes bytes. */
export const sendJson = (reply: FastifyReply, value: unknown): FastifyReply =>
  sendJsonText(reply, JSON.stringify(value))

/** For bodies that are text already. */
export const sendJsonText = (reply: FastifyReply, text: string): FastifyReply =>
  reply.header('content-type', jsonType).send(text)

/** For bodies that are kept. */
export const sendPieces = (reply: FastifyReply, pieces: Pieces): FastifyReply =>
  reply.header('content-type', jsonType).send(Buffer.concat(pieces))
