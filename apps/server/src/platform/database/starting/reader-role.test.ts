import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { asAdmin } from '#test/database/given-server'
import { migrate } from './migrate.ts'
import { ensureReaderRole } from './reader-role.ts'

const name = `poor_${randomBytes(6).toString('hex')}`
const admin = (sql: string) => asAdmin(inject('databaseAdmin'), sql)
const connection = () => ({ ...inject('databaseAdmin'), user: name, password: 'poor', database: name })

beforeAll(async () => {
  await admin(`create role ${name} login password 'poor'`)
  await admin(`create database ${name} owner ${name}`)
})
afterAll(async () => {
  await admin(`drop database if exists ${name} with (force)`)
  await admin(`drop role if exists ${name}`)
})

test('tells the administrator what to do when the role may not use the reader, and then starts', async () => {
  await expect(migrate(connection())).rejects.toThrow(`grant waybill_reader to ${name};`)
  await admin(`grant waybill_reader to ${name}`)
  expect(await migrate(connection())).toContain('0001-baseline.sql')
})

test('creates the reader and becomes it when the role may create roles', async () => {
  const reader = `reader_${name}`
  await admin(`alter role ${name} createrole`)
  const client = new pg.Client(connection())
  await client.connect()
  try {
    await ensureReaderRole(client, reader)
    await client.query(`set role ${reader}`)
    await client.query('reset role')
    await ensureReaderRole(client, reader)
    await client.query(`drop role ${reader}`)
  } finally {
    await client.end()
  }
})
