import type { ChangelogEntry, readStory } from '@waybill/contract/content/endpoints'
import type { Block } from '@waybill/contract/content/rich-text'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../context.ts'
import type { Actor } from '../platform/http/actor.ts'
import type { LinkIn } from './pages/render-blocks.ts'
import { fillBlocks } from './reading/fill-in.ts'
import { mayRead } from './story-policy.ts'

interface Reader extends Pick<Actor, 'account' | 'language'> {
  /** Where links lead in the reader's language. */
  link: LinkIn
}

const linked = (blocks: readonly Block[], link: LinkIn): Block[] =>
  fillBlocks(blocks, (run) => (run.href === undefined ? run : { ...run, href: link(run.href) }))

/** What is new, as every caller may read it; a story only for the accounts that it is for. */
export function listChanges({ content }: Pick<Context, 'content'>, reader: Reader): ChangelogEntry[] {
  const { language } = reader
  return content.list('updates', language).map(({ slug, front, blocks, markdown }) => {
    const story = front.story === undefined ? undefined : content.find('stories', language, front.story)
    return {
      id: slug,
      types: front.types,
      created: front.date,
      title: front.title,
      markdownDetails: markdown,
      details: linked(blocks, reader.link),
      story: story !== undefined && mayRead(reader.account, story.front.audience) ? story.slug : null,
    }
  })
}

/** @throws Problem 'not-found' where there is no such story for this account */
export function tellStory(
  { content }: Pick<Context, 'content'>,
  reader: Reader,
  name: string,
): ReplyOf<typeof readStory> {
  const story = content.find('stories', reader.language, name)
  if (story === undefined || !mayRead(reader.account, story.front.audience)) throw new Problem('not-found')
  return {
    name: story.slug,
    title: story.front.title,
    markdownDetails: story.markdown,
    details: linked(story.blocks, reader.link),
  }
}
