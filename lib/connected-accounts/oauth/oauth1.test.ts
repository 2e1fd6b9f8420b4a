/** OAuth 1.0a signatures against the examples of RFC 5849 and of the original specification (Appendix A.5). */
import { describe, expect, it } from "vitest";
import { authorizationHeader, percentEncoded, signature, signatureBase } from "./oauth1";

describe("a signature", () => {
  it("covers everything that RFC 5849 section 3.4.1.1 names", () => {
    const request = {
      method: "post",
      url: "http://example.com/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b",
      form: new URLSearchParams("c2&a3=2+q"),
    };
    const oauth = {
      oauth_consumer_key: "9djdj82h48djs9d2",
      oauth_token: "kkk9d7dh3k39sjv7",
      oauth_signature_method: "HMAC-SHA1",
      oauth_timestamp: "137131201",
      oauth_nonce: "7d8f3e4a",
    };
    expect(signatureBase(request, oauth)).toBe(
      "POST&http%3A%2F%2Fexample.com%2Frequest&" +
        "a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D" +
        "%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a" +
        "%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7",
    );
  });

  it("equals the signature of the specification's photo example", () => {
    const request = { method: "GET", url: "http://photos.example.net/photos?file=vacation.jpg&size=original" };
    const oauth = {
      oauth_consumer_key: "dpf43f3p2l4k3l03",
      oauth_token: "nnch734d00sl2jdk",
      oauth_signature_method: "HMAC-SHA1",
      oauth_timestamp: "1191242096",
      oauth_nonce: "kllo9940pd9333jh",
      oauth_version: "1.0",
    };
    expect(
      signature(signatureBase(request, oauth), { consumerSecret: "kd94hf93k423kf44", tokenSecret: "pfkkdhi9sl3r4s00" }),
    ).toBe("tR3+Ty81lMeYAr/Fid0kMTYa/WM=");
    expect(
      authorizationHeader(
        request,
        {
          consumerKey: "dpf43f3p2l4k3l03",
          consumerSecret: "kd94hf93k423kf44",
          token: "nnch734d00sl2jdk",
          tokenSecret: "pfkkdhi9sl3r4s00",
        },
        {},
        { nonce: "kllo9940pd9333jh", timestamp: "1191242096" },
      ),
    ).toContain('oauth_signature="tR3%2BTy81lMeYAr%2FFid0kMTYa%2FWM%3D"');
  });

  it("omits default ports and keeps others", () => {
    expect(signatureBase({ method: "GET", url: "https://EXAMPLE.com:443/a" }, {})).toBe(
      "GET&https%3A%2F%2Fexample.com%2Fa&",
    );
    expect(signatureBase({ method: "GET", url: "https://example.com:8443/a" }, {})).toBe(
      "GET&https%3A%2F%2Fexample.com%3A8443%2Fa&",
    );
  });

  it("encodes all but unreserved characters", () => {
    expect(percentEncoded("Ladies + Gentlemen!*'() é~-._")).toBe(
      "Ladies%20%2B%20Gentlemen%21%2A%27%28%29%20%C3%A9~-._",
    );
  });

  it("uses a nonce once", () => {
    const header = (): string =>
      authorizationHeader({ method: "GET", url: "https://example.com/" }, { consumerKey: "k", consumerSecret: "s" });
    expect(header()).not.toBe(header());
  });
});
