// Package wallet shows how tests in Go arrange a Snowglobe elsewhere and ask it. Run one with
//
//	snowglobe exec --size small -- go test ./...
package wallet

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"testing"
)

// Nobody knows its key: it can be given things, and cannot give any away.
const recipient = "avax1slt2dhfu6a6qezcn5sgtagumq8ag8we75f84sw"

// world is one of its own: what happens in it, nobody else sees.
type world struct {
	t    *testing.T
	name string
}

func newWorld(t *testing.T, name string) world {
	w := world{t, name}
	w.ask("PUT", "/_admin/worlds/"+name, map[string]any{}, nil)
	t.Cleanup(func() { w.ask("DELETE", "/_admin/worlds/"+name, nil, nil) })
	return w
}

// ask sends JSON and reads JSON; answer may be nil. It returns the status.
func (w world) ask(method, path string, body, answer any) int {
	w.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		w.t.Fatal(err)
	}
	request, err := http.NewRequest(method, os.Getenv("SNOWGLOBE_URL")+path, bytes.NewReader(text))
	if err != nil {
		w.t.Fatal(err)
	}
	if body == nil {
		request.Body = http.NoBody
	}
	request.Header.Set("x-snowglobe-world", w.name)
	if token := os.Getenv("SNOWGLOBE_ADMIN_TOKEN"); token != "" {
		request.Header.Set("authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		w.t.Fatal(err)
	}
	defer response.Body.Close()
	if answer != nil {
		if err := json.NewDecoder(response.Body).Decode(answer); err != nil {
			w.t.Fatal(err)
		}
	}
	return response.StatusCode
}

func (w world) act(actions ...map[string]any) {
	w.t.Helper()
	if status := w.ask("POST", "/_admin/actions", actions, nil); status != http.StatusOK {
		w.t.Fatalf("the actions were refused: %d", status)
	}
}

type balances struct {
	Balances struct {
		UnlockedUnstaked []struct {
			Amount string `json:"amount"`
		} `json:"unlockedUnstaked"`
	} `json:"balances"`
}

func TestExactlyWhatWasGiven(t *testing.T) {
	w := newWorld(t, "exactly-what-was-given")
	w.act(map[string]any{"do": "fund", "to": recipient, "chain": "P", "amount": "5.5"})

	var answer balances
	w.ask("GET", "/v1/networks/mainnet/blockchains/p-chain/balances?addresses="+recipient, nil, &answer)
	if got := fmt.Sprint(answer.Balances.UnlockedUnstaked); got != "[{5500000000}]" {
		t.Errorf("the balance is %s", got)
	}
}

func TestTheServiceIsUnwellTwice(t *testing.T) {
	w := newWorld(t, "unwell-twice")
	rule := map[string]any{"times": 2, "respond": map[string]any{"status": 503}}
	w.ask("POST", "/_admin/faults", rule, nil)

	var statuses []int
	for i := 0; i < 3; i++ {
		statuses = append(statuses, w.ask("GET", "/v1/chains", nil, nil))
	}
	if got := fmt.Sprint(statuses); got != "[503 503 200]" {
		t.Errorf("the answers were %s", got)
	}
}
