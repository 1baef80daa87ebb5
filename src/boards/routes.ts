// /api/boards, and /api/dashboard: the one board that every user has.

import { Type as t } from '@sinclair/typebox'
import { newOwner } from '../access/permissions.ts'
import { requireUser, signedIn } from '../access/rule.ts'
import { readListQuery } from '../db/page.ts'
import type { Entities } from '../db/sqlite/entities.ts'
import { okAnswer, pageAnswer } from '../http/answers.ts'
import { read, remove, write } from '../http/endpoint.ts'
import { freeObject, listing, name, nullable, uuid } from '../http/input/fields.ts'
import { deleteOwnBoard, updateOwnBoard, viewBoard, viewBoardAsUser } from './access.ts'
import { copyOwner, toCopyName } from './clone.ts'
import { boardAnswer, boardRow } from './row.ts'
import {
  type Board,
  createBoard,
  findBoard,
  listBoards,
  removeBoard,
  updateBoard,
} from './store.ts'

const types = [
  t.Literal('mixed'),
  t.Literal('website'),
  t.Literal('pixel'),
  t.Literal('link'),
  t.Literal('open'),
]
const boardName = name(100, 'Name of the board.')
const description = t.String({ maxLength: 500, description: 'Description.' })
const entity = (noun: string) => t.Optional(uuid(`A ${noun} that the board shows.`))
const parameters = t.Object(
  { websiteId: entity('website'), pixelId: entity('pixel'), linkId: entity('link') },
  { additionalProperties: t.Unknown(), description: 'Layout, kept as it is.' },
)

export const boardOperations = [
  read('/api/boards', {
    summary: 'The boards of the caller.',
    access: signedIn,
    query: listing,
    answer: pageAnswer(boardAnswer),
    run: ({ app, subject, query }) => {
      const found = listBoards(app.entities, subject.id, readListQuery(query))
      return { ...found, data: found.data.map(boardRow) }
    },
  }),
  write('/api/boards', {
    summary: 'Create a board.',
    access: signedIn,
    body: {
      type: t.Union(types, { description: 'What it shows; open is another word for mixed.' }),
      name: boardName,
      description: t.Optional(description),
      teamId: t.Optional(nullable(uuid('Team that owns the board.'))),
      parameters: t.Optional(parameters),
    },
    answer: boardAnswer,
    run: ({ app, subject, body, now }) => {
      const owner = newOwner(app.entities, subject, body.teamId)
      const board = {
        id: crypto.randomUUID(),
        type: storedType(body.type),
        name: body.name,
        description: body.description ?? '',
        parameters: JSON.stringify(body.parameters ?? {}),
      }
      createBoard(app.entities, { ...board, ...owner }, now)
      return readRow(app.entities, board.id)
    },
  }),
  read('/api/boards/:boardId', {
    summary: 'A board.',
    access: viewBoard,
    answer: boardAnswer,
    run: ({ subject }) => boardRow(subject),
  }),
  write('/api/boards/:boardId', {
    summary: 'Change a board; what is left out stays as it is.',
    access: updateOwnBoard,
    body: {
      type: t.Optional(t.Union([...types, t.Literal('dashboard')])),
      name: t.Optional(boardName),
      description: t.Optional(description),
      parameters: t.Optional(parameters),
    },
    answer: boardAnswer,
    run: ({ app, subject, body, now }) => {
      const changed = {
        id: subject.id,
        type: body.type === undefined ? subject.type : storedType(body.type),
        name: body.name ?? subject.name,
        description: body.description ?? subject.description,
        parameters:
          body.parameters === undefined ? subject.parameters : JSON.stringify(body.parameters),
      }
      updateBoard(app.entities, changed, now)
      return readRow(app.entities, subject.id)
    },
  }),
  write('/api/boards/:boardId/clone', {
    summary: 'Copy a board; what is left out is that of the original.',
    access: viewBoardAsUser,
    body: {
      name: t.Optional(boardName),
      description: t.Optional(description),
      parameters: t.Optional(parameters),
    },
    answer: boardAnswer,
    run: ({ app, caller, subject, body, now }) => {
      const owner = copyOwner(app.entities, requireUser(caller), subject)
      const board = {
        id: crypto.randomUUID(),
        type: subject.type === 'dashboard' ? 'mixed' : subject.type,
        name: body.name ?? toCopyName(subject.name),
        description: body.description ?? subject.description,
        parameters:
          body.parameters === undefined ? subject.parameters : JSON.stringify(body.parameters),
      }
      createBoard(app.entities, { ...board, ...owner }, now)
      return readRow(app.entities, board.id)
    },
  }),
  remove('/api/boards/:boardId', {
    summary: 'Delete a board.',
    access: deleteOwnBoard,
    answer: okAnswer,
    run: ({ app, subject }) => {
      removeBoard(app.entities, subject.id)
      return { ok: true }
    },
  }),
  read('/api/dashboard', {
    summary: 'The dashboard of the caller; null when they have not saved one.',
    access: signedIn,
    answer: nullable(boardAnswer),
    run: ({ app, subject }) => {
      const board = findBoard(app.entities, subject.id)
      return board && boardRow(board)
    },
  }),
  write('/api/dashboard', {
    summary: 'Save the dashboard of the caller; what is left out stays as it is.',
    access: signedIn,
    body: {
      name: t.Optional(boardName),
      description: t.Optional(description),
      parameters: t.Optional(freeObject('Layout, kept as it is.')),
    },
    answer: boardAnswer,
    run: ({ app, subject, body, now }) => {
      // Its id is the user's, so that there is never a second one.
      const old = findBoard(app.entities, subject.id)
      const board = {
        id: subject.id,
        type: 'dashboard',
        name: body.name ?? old?.name ?? 'Dashboard',
        description: body.description ?? old?.description ?? '',
        parameters: body.parameters ? JSON.stringify(body.parameters) : (old?.parameters ?? '{}'),
      }
      if (old) updateBoard(app.entities, board, now)
      else createBoard(app.entities, { ...board, userId: subject.id, teamId: null }, now)
      return readRow(app.entities, subject.id)
    },
  }),
]

const storedType = (type: string): string => (type === 'open' ? 'mixed' : type)

const readRow = (db: Entities, id: string) => boardRow(findBoard(db, id) as Board)
