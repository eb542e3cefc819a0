import type { FastifyReply } from 'fastify'

export const jsonType = 'application/json; charset=utf-8'

/** The one place where an answer becomes bytes. */
export const sendJson = (reply: FastifyReply, value: unknown): FastifyReply =>
  sendJsonText(reply, JSON.stringify(value))

/** For bodies that are JSON already. */
export const sendJsonText = (reply: FastifyReply, json: string | Uint8Array): FastifyReply =>
  reply.header('content-type', jsonType).send(json)
