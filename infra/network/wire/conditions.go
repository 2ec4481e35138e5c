package main

import (
	"fmt"
	"time"
)

// Conditions of the network, as PUT / takes them.
type Conditions struct {
	// RoundTripMs is what the network adds to a round trip between two hosts, half of it each way.
	RoundTripMs float64 `json:"round_trip_ms"`
	// Loss is the share of packets between two hosts that are lost, from 0 to 1.
	Loss float64 `json:"loss"`
	// Cuts lose all packets of some hosts to others. A cut in both directions has two entries.
	Cuts []Cut `json:"cuts"`
}

// Cut names hosts whose packets to other hosts are all lost.
type Cut struct {
	From []string `json:"from"`
	To   []string `json:"to"`
}

const maxRoundTripMs = 10_000

// path is what happens to packets from one host to another.
type path struct {
	delay time.Duration
	loss  float64
}

// pathsOf returns the paths from each host to each host.
func pathsOf(hosts []*host, conditions Conditions) ([][]path, error) {
	if conditions.RoundTripMs < 0 || conditions.RoundTripMs > maxRoundTripMs {
		return nil, fmt.Errorf("round_trip_ms must be between 0 and %d; got %v", maxRoundTripMs, conditions.RoundTripMs)
	}
	if conditions.Loss < 0 || conditions.Loss > 1 {
		return nil, fmt.Errorf("loss must be between 0 and 1; got %v", conditions.Loss)
	}
	usual := path{delay: time.Duration(conditions.RoundTripMs * float64(time.Millisecond) / 2), loss: conditions.Loss}
	paths := make([][]path, len(hosts))
	indexes := make(map[string]int, len(hosts))
	for from, sender := range hosts {
		indexes[sender.name] = from
		paths[from] = make([]path, len(hosts))
		for to, receiver := range hosts {
			if !sender.isOutside && !receiver.isOutside {
				paths[from][to] = usual
			}
		}
	}
	for _, cut := range conditions.Cuts {
		for _, sender := range cut.From {
			for _, receiver := range cut.To {
				from, isSender := indexes[sender]
				to, isReceiver := indexes[receiver]
				if !isSender || !isReceiver {
					return nil, fmt.Errorf("cuts name a host that does not exist: %s or %s", sender, receiver)
				}
				paths[from][to].loss = 1
			}
		}
	}
	return paths, nil
}
