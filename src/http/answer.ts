import type { FastifyReply } from 'fastify'

export const jsonType = 'application/json; charset=utf-8'

/** The one place where an answer becomes bytes. */
export const sendJson = (reply: FastifyReply, value: unknown): FastifyReply =>
  sendJsonText(reply, JSON.stringify(value))

/** For bodies that are text already. */
export const sendJsonText = (reply: FastifyReply, text: string): FastifyReply =>
  reply.header('content-type', jsonType).send(text)
