/** Feeds as they are found on the web, and those that are made to do harm. */
import { describe, expect, it } from "vitest";
import { FeedError, parseFeed } from "./parse-feed";

const RSS = `<?xml version="1.0"?><!DOCTYPE rss><rss version="2.0" xmlns:content="x" xmlns:dc="y"><channel><title>News</title>
<!-- <item> in a comment --><item><title>Roofs &amp; mills</title><link>https://example.com/1</link><guid isPermaLink="false">one</guid>
<pubDate>Mon, 16 Nov 2026 10:00:00 GMT</pubDate><dc:creator>Ada</dc:creator><category>a</category><category>b</category>
<description><![CDATA[<b>Short</b> & sweet]]></description><content:encoded>&lt;p&gt;Long&#33; &nbsp;&lt;/p&gt;</content:encoded></item>
<item><title>No id</title></item></channel></rss>`;

const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom"><id>feed</id><entry><id>urn:2</id><title type="text">Two</title>
<link rel="self" href="https://example.com/self"/><link href='https://example.com/2?a=1&amp;b=>'/>
<updated>2026-11-16T10:00:00Z</updated><author><name>Grace</name><email>g@example.com</email></author><category term="c"/>
<content type="xhtml"><div><p>Hello <em>there</em></p></div></content></entry></feed>`;

describe("feeds", () => {
  it("return the items of RSS, with resolved character references", () => {
    expect(parseFeed(RSS)).toEqual([
      {
        id: "one",
        title: "Roofs & mills",
        link: "https://example.com/1",
        published: "Mon, 16 Nov 2026 10:00:00 GMT",
        updated: null,
        author: "Ada",
        summary: "<b>Short</b> & sweet",
        content: "<p>Long! &nbsp;</p>",
        categories: ["a", "b"],
      },
      expect.objectContaining({ id: "No id", link: null }),
    ]);
  });

  it("return the entries of Atom, with the link for people", () => {
    expect(parseFeed(ATOM)).toEqual([
      expect.objectContaining({
        id: "urn:2",
        title: "Two",
        link: "https://example.com/2?a=1&b=>",
        published: "2026-11-16T10:00:00Z",
        author: "Grace",
        content: "Hello there",
        categories: ["c"],
      }),
    ]);
  });

  it("return the items of RSS 1.0, which are beside the channel", () => {
    const rdf = `<rdf:RDF xmlns:rdf="x"><channel/><item rdf:about="u"><link>https://example.com/3</link></item></rdf:RDF>`;
    expect(parseFeed(rdf)).toMatchObject([{ id: "https://example.com/3" }]);
  });

  it.each([
    ["entities", `<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><rss><item><guid>&b;</guid></item></rss>`],
    ["a page", "<html><body>Not found</body></html>"],
    ["no XML", '{"error": "none"}'],
    ["a part", "<rss><channel><item><guid>1</guid>"],
    ["an open tag", '<rss><channel a="'],
    ["an open comment", "<rss><!-- "],
    ["crossed tags", "<rss><a><b></a></b></rss>"],
    ["deep tags", `<rss>${"<a>".repeat(5000)}`],
    ["a large text", `<rss>${" ".repeat(5_000_000)}</rss>`],
  ])("are refused if they are %s", (_, text) => {
    expect(() => parseFeed(text)).toThrow(FeedError);
  });

  it("are bounded in entries, texts and categories", () => {
    const item = `<item><guid>x</guid><title>${"t".repeat(100_000)}</title>${"<category>c</category>".repeat(200)}</item>`;
    const [entry] = parseFeed(`<rss>${item}</rss>`);
    expect([entry?.title?.length, entry?.categories.length]).toEqual([64 * 1024, 50]);
    expect(parseFeed(`<rss>${"<item><guid>x</guid></item>".repeat(700)}</rss>`)).toHaveLength(500);
  });

  it("are read up to the limit if they have many references", () => {
    const refs = "&#x41;".repeat(600_000);
    const cpu = process.cpuUsage();
    const [item] = parseFeed(`<rss>${refs}<item><guid>x</guid><title>${refs.slice(0, 500_000)}</title></item></rss>`);
    expect(item?.title).toBe("A".repeat(64 * 1024));
    expect(process.cpuUsage(cpu).user).toBeLessThan(500_000);
  });

  it("are refused if they have too many tags", () => {
    expect(() => parseFeed(`<rss>${"<b/>".repeat(200_001)}</rss>`)).toThrow("too many tags");
  });

  it("take time in proportion to their length if they have many open tags", () => {
    const text = `<rss>${"<item><guid>1</guid></item>".repeat(400)}${"<a b='".repeat(1)}${"<a ".repeat(300_000)}`;
    expect(() => parseFeed(text)).toThrow(FeedError);
  });
});
