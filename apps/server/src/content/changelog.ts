import type { readChangelog, readStory } from '@waybill/contract/content/endpoints'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../context.ts'
import type { Actor } from '../platform/http/actor.ts'
import { mayRead } from './story-policy.ts'

type Reader = Pick<Actor, 'account' | 'language'>

/** What is new, as every caller may read it; a story only for the accounts that it is for. */
export function listChanges({ content }: Pick<Context, 'content'>, reader: Reader): ReplyOf<typeof readChangelog> {
  const { language } = reader
  const entries = content.list('updates', language).map(({ slug, front, blocks, markdown }) => {
    const story = front.story === undefined ? undefined : content.find('stories', language, front.story)
    return {
      id: slug,
      types: front.types,
      created: front.date,
      title: front.title,
      markdownDetails: markdown,
      details: [...blocks],
      story: story !== undefined && mayRead(reader.account, story.front.audience) ? story.slug : null,
    }
  })
  return { entries }
}

/** @throws Problem 'not-found' where there is no such story for this account */
export function tellStory(
  { content }: Pick<Context, 'content'>,
  reader: Reader,
  name: string,
): ReplyOf<typeof readStory> {
  const story = content.find('stories', reader.language, name)
  if (story === undefined || !mayRead(reader.account, story.front.audience)) throw new Problem('not-found')
  return { name: story.slug, title: story.front.title, markdownDetails: story.markdown, details: [...story.blocks] }
}
